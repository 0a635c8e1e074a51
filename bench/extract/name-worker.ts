import { parentPort, workerData } from 'node:worker_threads';
import { NameTrial } from '../../test/quality/names/name-trial.ts';

const trial = new NameTrial();
parentPort?.postMessage((workerData as readonly string[]).map((name) => trial.lossBy(name)));

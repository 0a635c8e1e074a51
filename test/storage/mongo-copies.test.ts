import { mongoContract } from './mongo-contract.ts';

await mongoContract('copies');

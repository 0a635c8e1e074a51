import { parseArgs } from 'node:util';
import { lastEdition } from './articles.ts';
import { type Demo, demoHosts, startDemo } from './server.ts';

const secondsPerEdition = 60;

/** Serves the demo until Ctrl-C, with a new edition every minute. */
async function serve(port: number): Promise<void> {
  const demo = await startDemo({ port });
  const address = (host: string) => `http://${host.replace('.example', '.localhost')}:${demo.port}/`;
  console.log(`Three small news sites, to be looked at in a browser on this machine:
${demoHosts.map((host) => `  ${address(host)}`).join('\n')}

For newshawk they are http://<site>.example/:
  export NEWSHAWK_CONNECT_TO=${demo.connectTo.join(',')}
  export NEWSHAWK_ALLOW_NETWORKS=127.0.0.1:${demo.port}

A new edition every ${secondsPerEdition} seconds, ${lastEdition} in all. Ctrl-C ends it.`);
  publishEditions(demo);
}

function publishEditions(demo: Demo): void {
  let edition = 0;
  const timer = setInterval(() => {
    edition += 1;
    demo.setEdition(edition);
    console.log(edition === lastEdition ? `edition ${edition}: the last one` : `edition ${edition} is out`);
    if (edition === lastEdition) clearInterval(timer);
  }, secondsPerEdition * 1_000);
  const stop = () => {
    clearInterval(timer);
    demo.close().catch((error: unknown) => console.error(error));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

const { values } = parseArgs({ options: { port: { type: 'string', default: '4800' } } });
if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) {
  console.error(`--port ${values.port}: a port number from 0 to 65535 is wanted.`);
  process.exitCode = 2;
} else {
  await serve(Number(values.port)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(`Port ${values.port} is taken. Give another one: npm run demo:serve -- --port 4801`);
    process.exitCode = 1;
  });
}

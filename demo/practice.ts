import { parseArgs } from 'node:util';
import { practiceHosts, practiceSettings, startPractice } from './practice/server.ts';

/** Serves the sites of the guide until Ctrl-C. */
async function serve(port: number): Promise<void> {
  const practice = await startPractice(port);
  const address = (host: string) => `http://${host.replace('.example', '.localhost')}:${port}/`;
  console.log(`The sites of the guide, to be looked at in a browser on this machine:
${practiceHosts.map((host) => `  ${address(host)}`).join('\n')}
and two proxies that lead to them: ${practice.proxies.join(' ')}

Lines for the .env of your project, by which newshawk finds them as http://gazette.example/ and http://quayside.example/:
${practiceSettings(port).join('\n')}

Ctrl-C ends it.`);
  const stop = () => {
    practice.close().catch((error: unknown) => console.error(error));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.NEWSHAWK_DEMO_PORT ?? '4810' },
    settings: { type: 'boolean', default: false },
  },
});
const port = Number(values.port);
if (!/^\d{1,5}$/.test(values.port) || port < 1 || port > 65_533) {
  console.error(
    `--port ${values.port}: a port number from 1 to 65533 is wanted. The two ports after it are for the proxies.`,
  );
  process.exitCode = 2;
} else if (values.settings) {
  console.log(practiceSettings(port).join('\n'));
} else {
  await serve(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    console.error(
      `Port ${values.port} or one of the two after it is taken. Give another one: npm run practice -- --port 4820`,
    );
    process.exitCode = 1;
  });
}

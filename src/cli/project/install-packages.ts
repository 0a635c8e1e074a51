import { NpmError, npm } from './npm.ts';

/** Codes by which npm says that the registry does not answer. */
const unreachable =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)$/;

/**
 * Runs `npm install` in a new project. Packages that npm has in its cache, as after `npx`, are not asked for again.
 * @throws Error that says what failed
 */
export async function installPackages(folder: string, signal: AbortSignal): Promise<void> {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  try {
    await npm(['install', ...quiet], folder, signal);
  } catch (error) {
    if (!(error instanceof NpmError) || error.code === null || !unreachable.test(error.code)) throw error;
    throw new Error(
      `the npm registry can't be reached (${error.code}): ${error.message}. Check the network, the proxy and the registry (npm config get registry)`,
      { cause: error },
    );
  }
}

import { CommandError, exitCodes } from '../../errors.ts';
import { builtFolder, type DashboardFiles, readBuild, readDashboard } from './built-dashboard.ts';
import { hashOfSources } from './dashboard-sources.ts';

/** The npm script builds the dashboard where its build is missing or out of date. */
const remedy = 'run `npm run dashboard:build`, then reload the page';

/**
 * Reads the built dashboard into memory. Nothing is built here: a server only reads files.
 * @param folder of the build
 * @param hashOf the present hash of a build's sources; null: there are no sources (npm package), and any build is current
 * @throws CommandError (configuration) that says what to do: the build is missing or out of date
 */
export async function openDashboard(folder = builtFolder, hashOf = hashOfSources): Promise<DashboardFiles> {
  const build = await readBuild(folder);
  const sources = await hashOf(build?.shared ?? []);
  if (build !== null && (sources === null || build.sources === sources)) return await readDashboard(folder, build);
  throw new CommandError(exitCodes.configuration, problemOf(folder, sources, build !== null));
}

function problemOf(folder: string, sources: string | null, isBuilt: boolean): string {
  if (sources === null) return `The dashboard's files are missing (${folder}): install newshawk again.`;
  return isBuilt
    ? `The dashboard is out of date: its sources have changed since it was built. To update it, ${remedy}.`
    : `The dashboard is not built: ${remedy}.`;
}

import { defineBrowsers } from 'newshawk';

// Every field has a default: `newshawk config print` lists them. compose.yaml mounts this file.
export default defineBrowsers({});

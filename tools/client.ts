import { writeFileSync } from 'node:fs';
import { eventsRoute } from '../src/server/events/event-stream.ts';
import { describeApi } from '../src/server/openapi.ts';
import { routes } from '../src/server/routes.ts';
import { apiTypes } from './client/api-types.ts';

// Writes the types of the client (newshawk/client) from our own OpenAPI document.
// usage: npm run client

writeFileSync(new URL('../src/client/api-types.ts', import.meta.url), apiTypes(describeApi([...routes, eventsRoute])));

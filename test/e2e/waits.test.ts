import { describe } from 'vitest';
import { alertsTakeover } from './alerts-takeover.ts';
import { fleetAlerts } from './fleet-alerts.ts';
import { storeGone } from './store-gone.ts';

// What waits most of its time, side by side: for looks that come once a minute, for the leases of a process that was killed, for the patience of a driver.
describe.concurrent('alerts of several processes', () => {
  fleetAlerts();
  alertsTakeover();
});
storeGone();

import { describe } from 'vitest';
import { alertsTakeover } from './alerts-takeover.ts';
import { fleetAlerts } from './fleet-alerts.ts';

// Side by side: each waits for looks that come once a minute, and for the leases of a process that was killed.
describe.concurrent('alerts of several processes', () => {
  fleetAlerts();
  alertsTakeover();
});

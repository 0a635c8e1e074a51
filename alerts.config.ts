import { defineAlerts } from 'newshawk';

// The rules about health are on by default (docs/alerts.md). compose.yaml mounts this file.
export default defineAlerts({
  // stories: [{ name: 'energy on three sites', topic: 'energy', minScore: 0.3, minSites: 3 }],
});

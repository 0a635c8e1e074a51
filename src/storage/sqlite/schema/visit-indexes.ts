/** Visits that came by an API: `explain` counts those of a format. */
export const apiVisits = `
CREATE INDEX visits_api ON visits (url, started_at) WHERE via = 'api';
`;

/** The last visits of one site. */
export const siteVisits = `
CREATE INDEX visits_site ON visits (doc ->> '$.site', started_at, id);
`;

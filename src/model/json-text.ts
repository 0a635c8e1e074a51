/** Adds fields to the JSON text of a non-empty object, without parsing it. */
export const appendJsonFields = (json: string, fields: object): string =>
  `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;

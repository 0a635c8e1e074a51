/** The words of one language: sentences are made of patterns whose slots are filled from the lists. */
export interface Language {
  /** ISO 639-1. */
  readonly code: string;
  /** Slots: {s} subject, {v} verb, {o} object, {p} place, {t} time, {n} number, {w} person. */
  readonly sentences: readonly string[];
  /** Slots as in sentences. */
  readonly titles: readonly string[];
  readonly subjects: readonly string[];
  readonly verbs: readonly string[];
  readonly objects: readonly string[];
  readonly places: readonly string[];
  readonly times: readonly string[];
  readonly people: readonly string[];
  readonly headings: readonly string[];
  /** What a quoted person says: whole sentences. */
  readonly quotes: readonly string[];
  /** Sections, as address and as label. */
  readonly sections: readonly (readonly [path: string, label: string])[];
  readonly siteNames: readonly string[];
  /** Words of the interface. */
  readonly by: string;
  readonly and: string;
  readonly related: string;
  readonly comments: string;
  readonly mostRead: string;
  readonly loadMore: string;
  readonly consent: string;
  readonly photo: string;
  /** Between two sentences. */
  readonly gap: string;
}

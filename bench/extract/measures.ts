/** A number that score.py gives, and the name under which the bench shows it. */
export interface Measure {
  readonly name: string;
  readonly measure: string;
  readonly number: string;
  /** The block model decides it: on pages that the model has learned from it proves nothing. */
  readonly isLearned: boolean;
}

export const measures: readonly Measure[] = [
  { name: 'body F1', measure: 'body', number: 'f1', isLearned: true },
  { name: 'word F1', measure: 'body', number: 'word_f1', isLearned: true },
  { name: 'snippets F1', measure: 'snippets', number: 'f1', isLearned: true },
  { name: 'title', measure: 'title', number: 'exact', isLearned: false },
  { name: 'date', measure: 'date', number: 'accuracy', isLearned: false },
  { name: 'authors F1', measure: 'authors', number: 'f1', isLearned: false },
];

/** What is wanted at least, on pages of publishers that the model has not seen. */
export const bars: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  dragnet: { 'body F1': 0.963 },
  'l3s-gn1': { 'body F1': 0.983 },
  cleanportaleval: { 'body F1': 0.982 },
  cleaneval: { 'body F1': 0.93 },
  zyte: { 'body F1': 0.98 },
  'fundus-evaluation': { 'body F1': 0.982 },
  big9: { 'body F1': 0.982, title: 0.95 },
  wcxb: { 'body F1': 0.956, 'word F1': 0.962, title: 0.905, date: 0.87, 'authors F1': 0.8 },
  'zh-web': { 'body F1': 0.977, date: 0.925, 'authors F1': 0.79 },
  'trafilatura-htmldate': { 'snippets F1': 0.95, title: 0.905, date: 0.925, 'authors F1': 0.79 },
};

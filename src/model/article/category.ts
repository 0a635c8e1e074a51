/**
 * What an article is about, as one of a few labels: said by a trained model, or, without one, by the section that the page names, by its address, or by words.
 * Only a model's probability is measured; the others' are fixed by how often such a sign is right.
 */
export interface Category {
  readonly label: string;
  /** 0 to 1. */
  readonly probability: number;
  readonly by: CategoryWay;
  /** Version of the model; null where none was asked. */
  readonly model: string | null;
  /** What spoke for it, strongest first, with its share. */
  readonly terms: readonly { readonly term: string; readonly share: number }[];
}

export type CategoryWay = 'model' | 'section' | 'url' | 'keywords';

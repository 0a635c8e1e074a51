/**
 * The subject of an article, one of a few labels. A trained model predicts it; without a model, the page's section, its address or its words do.
 * Only a model's probability is measured; each other way has a fixed one, by how often it is right.
 */
export interface Category {
  readonly label: string;
  /** 0 to 1. */
  readonly probability: number;
  readonly by: CategoryWay;
  /** Version of the model; null: no model was used. */
  readonly model: string | null;
  /** The terms that decided, strongest first, each with its share. */
  readonly terms: readonly { readonly term: string; readonly share: number }[];
}

export type CategoryWay = 'model' | 'section' | 'url' | 'keywords';

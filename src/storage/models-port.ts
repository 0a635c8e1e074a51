import type { ModelActivation, StoredModel } from '../model/topic/stored-model.ts';

/** Versions of the model that tells categories; their contents are blobs. */
export interface Models {
  /** A version that is known stays as it is. It is not in use by that. */
  put(model: StoredModel): Promise<void>;
  get(version: string): Promise<StoredModel | null>;
  /** Newest first. */
  list(): Promise<StoredModel[]>;
  /** The version in use; null: none. */
  active(): Promise<StoredModel | null>;
  /** Puts a version to use; null: none from now on. The caller knows that it is there. */
  activate(activation: ModelActivation): Promise<void>;
  /** The last `limit` activations, newest first. */
  activations(limit: number): Promise<ModelActivation[]>;
}

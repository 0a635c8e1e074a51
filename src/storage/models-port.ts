import type { ModelActivation, StoredModel } from '../model/topic/stored-model.ts';

/** Versions of the model that assigns categories. Their contents are blobs. */
export interface Models {
  /** Adds a version, which is not in use by that. One that exists stays as it is. */
  put(model: StoredModel): Promise<void>;
  get(version: string): Promise<StoredModel | null>;
  /** Newest first. */
  list(): Promise<StoredModel[]>;
  /** The version in use; null: none. */
  active(): Promise<StoredModel | null>;
  /** Puts a version into use; null: none from now on. The version must exist: it is not checked. */
  activate(activation: ModelActivation): Promise<void>;
  /** The last `limit` activations, newest first. */
  activations(limit: number): Promise<ModelActivation[]>;
}

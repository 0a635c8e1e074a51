import type { ModelActivation, StoredModel } from '../../model/topic/stored-model.ts';
import type { Stored } from './stored.ts';

export const storedModelOf = (stored: Stored<StoredModel>): StoredModel => ({
  ...stored,
  savedAt: new Date(stored.savedAt),
});

export const activationOf = ({ version, at }: Stored<ModelActivation>): ModelActivation => ({
  version,
  at: new Date(at),
});

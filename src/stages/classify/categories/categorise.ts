import type { Category } from '../../../model/article/category.ts';
import { type LinearWeights, modelVersion } from '../../../model/topic/linear-weights.ts';
import { predict } from '../linear/predict.ts';
import { byKeywords, bySection, byUrl, type CategoryInput } from './fallback-rules.ts';

/** Without a model the signs are asked in this order; the first that says something decides. */
const fallbackRules = [bySection, byUrl, byKeywords];

/** What a text is about: by the model where there is one, else by the section, the address, words. */
export function categorise(model: LinearWeights | null, subject: CategoryInput): Category | null {
  if (model === null) {
    for (const sign of fallbackRules) {
      const category = sign(subject);
      if (category !== null) return category;
    }
    return null;
  }
  const { label, probability, terms } = predict(model, subject);
  return { label, probability, by: 'model', model: modelVersion(model), terms };
}

import type { Category } from '../../../model/article/category.ts';
import { type LinearWeights, modelVersion } from '../../../model/topic/linear-weights.ts';
import { predict } from '../linear/predict.ts';
import { byKeywords, bySection, byUrl, type CategoryInput } from './fallback-rules.ts';

/** Without a model the first of these rules that returns a category decides. */
const fallbackRules = [bySection, byUrl, byKeywords];

/** The category of a text: by the model if there is one, else by section, address or words; null when none of these decides. */
export function categorise(model: LinearWeights | null, input: CategoryInput): Category | null {
  if (model === null) {
    for (const rule of fallbackRules) {
      const category = rule(input);
      if (category !== null) return category;
    }
    return null;
  }
  const { label, probability, terms } = predict(model, input);
  return { label, probability, by: 'model', model: modelVersion(model), terms };
}

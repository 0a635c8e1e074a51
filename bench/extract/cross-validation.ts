import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CorpusCase } from '../../tools/train-extractor/corpus-pages.ts';

/** Which model of `tools/train-extractor/train.py folds` reads a page: one that has not seen its publisher. */
export interface FoldModels {
  /** File of the fold's model. */
  readonly of: (folder: string, page: CorpusCase) => string;
  /** File of the confidence model that was fitted without the page's fold (`confidence.py`). */
  readonly confidenceOf: (folder: string, page: CorpusCase) => string;
  /** File of the model that was trained without the corpus; null where there is no such model. */
  readonly without: (folder: string) => string | null;
}

type Tested = Readonly<Record<string, readonly (readonly [corpus: string, id: string])[]>>;

/** @throws Error where the folder has no models */
export function foldModelsIn(models: string): FoldModels {
  const testedFile = join(models, 'tested.json');
  if (!existsSync(testedFile))
    throw new Error(`no tested.json in ${models}: \`python3 tools/train-extractor/train.py folds --models ${models}\``);
  const tested: Tested = JSON.parse(readFileSync(testedFile, 'utf8'));
  const foldOf = new Map(
    Object.entries(tested)
      .filter(([split]) => split.startsWith('fold-'))
      .flatMap(([split, pages]) => pages.map(([corpus, id]): [string, string] => [`${corpus}/${id}`, split])),
  );
  // a page without labels was in no training: any fold may read it
  const splitOf = (folder: string, { id }: CorpusCase): string => foldOf.get(`${basename(folder)}/${id}`) ?? 'fold-0';
  return {
    of: (folder, page) => join(models, `${splitOf(folder, page)}.json`),
    confidenceOf: (folder, page) => join(models, `${splitOf(folder, page)}.confidence.json`),
    without: (folder) => {
      const split = `without-${basename(folder)}`;
      return split in tested ? join(models, `${split}.json`) : null;
    },
  };
}

import { expect, it } from 'vitest';
import { countSentenceMarks } from '../../../../src/stages/extract/classifier/sentence-marks.ts';
import { cutBlocks } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

it.each([
  ['One, two; three. Four? "Five!" Six', 2, 3],
  ['3.14 is no end, and a.b neither', 1, 0],
  ['It ends.', 0, 1],
  ['他说，今天、明天。好！吗？', 2, 3],
  ['قال، ثم ذهب.', 1, 1],
])('"%s" has %d commas and %d ends of sentences', (text, commas, sentences) => {
  const blocks = cutBlocks(parsePage(`<p>Before, it.</p><p>${text}</p>`).document.body);
  const marks = countSentenceMarks(blocks);
  expect({ secondComma: marks.commas[1], secondSentence: marks.sentences[1] }).toEqual({
    secondComma: commas,
    secondSentence: sentences,
  });
});

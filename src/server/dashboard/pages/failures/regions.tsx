import type { AnswerOf } from '../../data/api.ts';

type Region = AnswerOf<'/v1/failures/{id}/replay', 'post'>['regions'][number];

const names: Readonly<Record<Region['of'], string>> = {
  title: 'Headline',
  body: 'Text',
  authors: 'Authors',
  publishedAt: 'Date',
};
/** px */
const labelHeight = 18;

/** Frames with their names, to be drawn over a screenshot. */
export function Regions({ regions }: { readonly regions: AnswerOf<'/v1/failures/{id}/replay', 'post'>['regions'] }) {
  const firsts = new Set(regions.map(({ of }) => regions.find((region) => region.of === of)));
  return (
    <>
      {regions.map((region) => {
        const { of, x, y, width, height } = region;
        return (
          <g class={`region of-${of}`}>
            <rect x={x} y={y} width={width} height={height} />
            {firsts.has(region) && (
              <>
                <rect
                  class="label"
                  x={x}
                  y={Math.max(0, y - labelHeight)}
                  width={names[of].length * 8.5 + 10}
                  height={labelHeight}
                />
                <text x={x + 5} y={Math.max(0, y - labelHeight) + 13}>
                  {names[of]}
                </text>
              </>
            )}
          </g>
        );
      })}
    </>
  );
}

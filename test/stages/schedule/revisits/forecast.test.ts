import { expect, it } from 'vitest';
import type { PageState } from '../../../../src/model/page/page-state.ts';
import { ratesByAge } from '../../../../src/stages/schedule/revisits/age-rates.ts';
import { allocateVisits } from '../../../../src/stages/schedule/revisits/allocation.ts';
import { revisitForecast } from '../../../../src/stages/schedule/revisits/forecast.ts';
import { noText } from '../../../../src/stages/schedule/revisits/links-left.ts';
import { neverAgain, type RevisitPolicy } from '../../../../src/stages/schedule/revisits/revisit.ts';
import { pageState } from '../../../storage/records.ts';

const day = 86_400_000;
const daily = { visits: 9, changes: 5, rate: { shape: 4, exposureMs: 4 * day } };

const forecast = (overrides: Partial<PageState>, policy: RevisitPolicy = 'sqrt', perDay = 1_000) =>
  revisitForecast(pageState('http://gazette.example/a', overrides), {
    policy,
    initialMs: 1,
    ratesByAge: ratesByAge([]),
    allocation: allocateVisits(
      [{ host: 'gazette.example', format: '/', ageClass: 0, rateClass: -8, pages: 1_000 }],
      { perHost: perDay, total: perDay },
      policy === 'freshness' ? 'freshness' : 'delay',
    ),
    settledAfterMs: 14 * day,
  });

it('the forecast says how often a page changes, and why it is visited when it is', () => {
  expect(forecast(daily)).toMatchObject({
    changesPerDay: 1,
    reason: expect.stringMatching(/^sqrt: .* visits per day/),
  });
  expect(forecast(daily, 'freshness', 1).reason).toMatch(/too often to be followed/);
  expect(forecast(daily, 'corrected').reason).toMatch(/one visit per expected change/);
  expect(forecast(daily, 't/x').reason).toMatch(/divided by 5/);
  expect(forecast({}).reason).toMatch(/fixed time/);
  expect(forecast({ simhash: noText }).reason).toMatch(/links of it were left out/);
});

it('the forecast says why a page is not visited again', () => {
  const over = { ...daily, nextVisitAt: neverAgain };
  expect(forecast({ ...over, goneCount: 2 }).reason).toMatch(/404 or 410 2 times/);
  expect(forecast({ ...over, simhash: noText }).reason).toMatch(/none of its links is left out/);
  expect(forecast({ ...over, unchangedInRow: 3 }).reason).toMatch(/last 3 visits saw no change/);
  expect(forecast({ ...over, unchangedInRow: 0 }).reason).toMatch(/after its redirects/);
});

import type { CalibrationStep, Label } from '../../model/topic/label.ts';
import type { Stored } from './stored.ts';

export const labelOf = (stored: Stored<Label>): Label => ({
  ...stored,
  at: new Date(stored.at),
  seenAt: new Date(stored.seenAt),
  drawn: stored.drawn === null ? null : { ...stored.drawn, at: new Date(stored.drawn.at) },
});

export const calibrationStepOf = (stored: Stored<CalibrationStep>): CalibrationStep => ({
  ...stored,
  at: new Date(stored.at),
});

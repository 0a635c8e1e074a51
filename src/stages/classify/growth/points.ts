/** A point or a direction in the latent space. */
export type Point = Float64Array | Float32Array;

export function innerProduct(a: Point, b: Point): number {
  let sum = 0;
  for (let axis = 0; axis < a.length; axis++) sum += (a[axis] as number) * (b[axis] as number);
  return sum;
}

export const addPoints = (a: Point, b: Point): Float64Array =>
  Float64Array.from(a, (value, axis) => value + (b[axis] as number));

/** Scales to length 1; the origin stays the origin. */
export function unitVector(point: Point): Float64Array {
  const length = Math.sqrt(innerProduct(point, point));
  return Float64Array.from(point, (value) => (length === 0 ? 0 : value / length));
}

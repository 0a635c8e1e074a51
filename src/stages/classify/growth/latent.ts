import type { Point } from './points.ts';
import type { SparseVector } from './stream-space.ts';

/** The directions in which the stream's texts differ most: a row-major matrix with `dimensions` numbers per row. */
export interface LatentSpace {
  readonly dimensions: number;
  readonly basis: Float64Array | Float32Array;
}

/** Measured on news texts and headlines: 40 to 100 do equally well. */
const maxDimensions = 40;
const rounds = 4;

/**
 * The subspace of the largest singular values of the texts' matrix (latent semantic analysis, Deerwester et al. 1990), by subspace iteration from a fixed start:
 * deterministic. Texts with different words of the same context are close in it. Any orthonormal basis will do: angles are the same in all.
 */
export function latentSpace(vectors: readonly SparseVector[], width: number): LatentSpace {
  const dimensions = Math.min(maxDimensions, Math.max(1, vectors.length - 1), width);
  let basis: Float64Array = startBasis(width * dimensions);
  orthonormalize(basis, dimensions);
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(width * dimensions);
    for (const vector of vectors) addProjected(next, vector, project(vector, { dimensions, basis }));
    orthonormalize(next, dimensions);
    basis = next;
  }
  return { dimensions, basis };
}

/** Coordinates of a vector in the space. */
export function project({ rows, values }: SparseVector, { dimensions, basis }: LatentSpace): Float64Array {
  const coordinates = new Float64Array(dimensions);
  for (let at = 0; at < rows.length; at++) {
    const offset = (rows[at] as number) * dimensions;
    const value = values[at] as number;
    for (let axis = 0; axis < dimensions; axis++)
      coordinates[axis] = (coordinates[axis] as number) + value * (basis[offset + axis] as number);
  }
  return coordinates;
}

/** A direction of the space as weights of the rows. */
export function weightsAlong(direction: Point, { dimensions, basis }: LatentSpace): Float64Array {
  const weights = new Float64Array(basis.length / dimensions);
  for (let row = 0; row < weights.length; row++) {
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis++)
      sum += (basis[row * dimensions + axis] as number) * (direction[axis] as number);
    weights[row] = sum;
  }
  return weights;
}

function addProjected(target: Float64Array, { rows, values }: SparseVector, coordinates: Float64Array): void {
  const dimensions = coordinates.length;
  for (let at = 0; at < rows.length; at++) {
    const offset = (rows[at] as number) * dimensions;
    const value = values[at] as number;
    for (let axis = 0; axis < dimensions; axis++)
      target[offset + axis] = (target[offset + axis] as number) + value * (coordinates[axis] as number);
  }
}

/** Gram-Schmidt on the columns, in place; a column that depends on earlier ones becomes 0. */
function orthonormalize(basis: Float64Array, dimensions: number): void {
  const height = basis.length / dimensions;
  for (let axis = 0; axis < dimensions; axis++) {
    for (let before = 0; before < axis; before++) {
      let shared = 0;
      for (let row = 0, at = 0; row < height; row++, at += dimensions)
        shared += (basis[at + axis] as number) * (basis[at + before] as number);
      for (let row = 0, at = 0; row < height; row++, at += dimensions)
        basis[at + axis] = (basis[at + axis] as number) - shared * (basis[at + before] as number);
    }
    let square = 0;
    for (let row = 0, at = axis; row < height; row++, at += dimensions) square += (basis[at] as number) ** 2;
    const scale = square < 1e-20 ? 0 : 1 / Math.sqrt(square);
    for (let row = 0, at = axis; row < height; row++, at += dimensions) basis[at] = (basis[at] as number) * scale;
  }
}

/** Pseudorandom numbers between -.5 and .5, from a fixed seed. */
function startBasis(size: number): Float64Array {
  const random = linearCongruential(1);
  return Float64Array.from({ length: size }, () => random() - 0.5);
}

/** Pseudorandom numbers, uniform in [0, 1), the same sequence for the same seed; constants of Numerical Recipes' quick generator. */
export function linearCongruential(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

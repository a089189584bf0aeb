import { expect } from 'vitest'
import type { BenchOptions, Result } from '../../bench/result.ts'

/** A small run: it uses every part of a benchmark, and its figures mean nothing. */
export const small: BenchOptions = { small: true, profile: true }

/** Expects every promised figure, each with a number. Aims are not compared. */
export function expectFigures(results: readonly Result[], metrics: readonly string[]): void {
  expect(results.map(({ metric }) => metric)).toEqual(metrics)
  expect(results.filter(({ value }) => !Number.isFinite(value))).toEqual([])
}

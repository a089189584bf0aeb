import { useEffect, useState } from 'react'
import { fetchQuery, graphql } from 'react-relay/hooks'
import type { useVariantQuery } from '../../__generated__/useVariantQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { preferences } from '../../app/storage.ts'
import { measure } from '../consent/measure.ts'

const query = graphql`
  query useVariantQuery($experiment: String!) {
    viewer {
      experimentVariant(experiment: $experiment)
    }
  }
`

/** After this long (ms), the default is shown. */
const deadline = 1_000

/** A split test that the client knows. */
export interface Experiment<Variant extends string> {
  readonly name: string
  /** The variants that can be shown, the default first. */
  readonly variants: readonly [Variant, ...Variant[]]
}

/**
 * The variant of a split test that the customer sees. It does not change while it is shown.
 * @param experiment the same object at every render
 * @returns null until the variant is known, for 1 s at most
 */
export function useVariant<Variant extends string>(experiment: Experiment<Variant>): Variant | null {
  const { environment, config } = useSession()
  const [shown, setShown] = useState<{ readonly variant: Variant; readonly isDecided: boolean } | null>(null)
  const { name, variants } = experiment
  useEffect(() => {
    const show = (decided: Variant | undefined) =>
      setShown((before) => before ?? { variant: decided ?? variants[0], isDecided: decided !== undefined })
    const timer = setTimeout(show, deadline)
    const asked = fetchQuery<useVariantQuery>(environment, query, { experiment: name }).subscribe({
      next: ({ viewer }) => show(variants.find((variant) => variant === viewer?.experimentVariant)),
      error: () => show(undefined),
    })
    return () => {
      clearTimeout(timer)
      asked.unsubscribe()
    }
  }, [environment, name, variants])
  useEffect(() => {
    if (shown?.isDecided) countExposure(config.brand, name, shown.variant)
  }, [shown, config.brand, name])
  return shown && shown.variant
}

/** Counts that a variant was shown, once per browser. A default that replaces an unknown variant is not counted. */
function countExposure(brand: string, experiment: string, variant: string): void {
  const key = `keepsake.exposure.${experiment}`
  if (preferences.getItem(key) === variant) return
  if (measure(brand, { kind: 'exposure', experiment, variant })) preferences.setItem(key, variant)
}

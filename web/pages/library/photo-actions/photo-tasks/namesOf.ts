import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'

/** A message lists this many file names and counts the other files. */
const maxNames = 3

/** A text that lists photos by their file names. Photos whose names are not in the store are only counted. */
export function namesOf(environment: IEnvironment, intl: IntlShape, photoIds: readonly string[]): string {
  const source = environment.getStore().getSource()
  const names = photoIds.map((id) => source.get(id)?.['fileName']).filter((name) => typeof name === 'string')
  const listed = names.slice(0, maxNames)
  if (listed.length === 0) return intl.formatMessage({ id: 'timeline.photosCount' }, { count: photoIds.length })
  const list = intl.formatList(listed, { type: 'unit' })
  const others = photoIds.length - listed.length
  return others === 0 ? list : intl.formatMessage({ id: 'tasks.names' }, { names: list, others })
}

import { type MissingFieldHandler, ROOT_TYPE } from 'relay-runtime'

/** Finds `node(id:)` among the records that other queries brought, so that a page of its own shows them at once. */
export const nodeFromStore: MissingFieldHandler = {
  kind: 'linked',
  handle(field, record, variables) {
    const isNode = field.name === 'node' && record?.getType() === ROOT_TYPE
    const { id } = variables
    return isNode && typeof id === 'string' ? id : undefined
  },
}

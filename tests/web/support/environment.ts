import { createMockEnvironment } from 'relay-test-utils'
import { nodeFromStore } from '../../../web/relay/nodeFromStore.ts'

/** A fake gateway that the test controls. As in the client, nodes that are in the store are not requested. */
export function createTestEnvironment() {
  return createMockEnvironment({ missingFieldHandlers: [nodeFromStore] })
}

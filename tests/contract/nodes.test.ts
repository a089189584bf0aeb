import { beforeAll, describe } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { setUpPlainServices } from '../support/plainSetup.ts'
import { describeNodes } from './nodeSuite.ts'

describe('objects of our own services', () => {
  describeNodes(setUpGateway(), { missing: [], haveLookup: true })
})

describe('objects of services that answer only the calls of the specification', () => {
  const gateway = setUpPlainServices()
  beforeAll(() => gateway.renew())
  // These services report no imports and no parcels, have no trash and no payment methods, and list neither sessions,
  // passkeys nor connected apps.
  describeNodes(gateway, {
    missing: [
      'ConnectedApp',
      'DataFile',
      'LibraryImport',
      'Passkey',
      'PaymentMethod',
      'Session',
      'Shipment',
      'TrashedPhoto',
    ],
    haveLookup: false,
  })
})

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { run as runArchives } from '../../bench/archives.ts'
import { run as runGateway } from '../../bench/gateway.ts'
import { run as runLibrary } from '../../bench/library.ts'
import { run as runMemory } from '../../bench/memory.ts'
import { measureServices as measureOrders } from '../../bench/orders.ts'
import { measureAtGateway } from '../../bench/orders/atGateway.ts'
import { run as runOverload } from '../../bench/overload.ts'
import { resultsFolder } from '../../bench/result.ts'
import { run as runUpload } from '../../bench/upload.ts'
import { expectFigures, small } from './figures.ts'

describe('a small run of a benchmark yields every figure', { timeout: 600_000 }, () => {
  test('gateway', async () => {
    expectFigures(await runGateway(small), [
      'timeline query (8 calls), by hand',
      'timeline query (8 calls), gateway',
      'timeline query (8 calls), gateway ÷ by hand',
      'timeline query, p99 at 50/s (Poisson), by hand',
      'timeline query, p99 at 50/s (Poisson), gateway',
      'timeline query, p99 at 50/s (Poisson), gateway ÷ by hand',
      '50 albums with covers (1 call), by hand',
      '50 albums with covers (1 call), gateway',
      '50 albums with covers (1 call), gateway ÷ by hand',
      '{ __typename }, by hand',
      '{ __typename }, gateway',
      '{ __typename }, gateway ÷ by hand',
      'memory after load, gateway',
      'memory per idle subscription (10 sockets, each of a different customer)',
      'CPU per delivered event (400/s to 40 sockets)',
      'CPU per delivered event (200/s to 40 sockets)',
    ])
    expect(readdirSync(resultsFolder(small))).toEqual(
      expect.arrayContaining(['timeline', 'albums', 'typename', 'events'].map((name) => `gateway-${name}.cpuprofile`)),
    )
  })

  test('overload', async () => {
    expectFigures(await runOverload(small), [
      'peak, answers per second',
      'processor used at the peak',
      'processor used at 10 times the peak',
      'asked at 10 times the peak',
      'answered, of the peak',
      'refused with Retry-After, p99',
      'refused with Retry-After, p50',
      'answered, p50',
      'answered, p99',
      'neither answered nor refused',
    ])
  })

  test('orders', async () => {
    const pages = [
      'first page of the history',
      'page of the history with its total',
      'orders in progress',
      'orders of a year',
      'search for a product',
    ]
    expectFigures(await measureOrders(small), [
      ...pages.flatMap((page) => [`${page}, 60 orders`, `${page}, 120 orders`, `${page}, 120 ÷ 60 orders`]),
      'processor time of an invoice as PDF and XML',
    ])
  })

  test('orders at the gateway', async () => {
    expectFigures(await measureAtGateway(small), [
      ...['page of 10 orders', 'order details'].flatMap((page) => [
        `${page}, by hand`,
        `${page}, gateway`,
        `${page}, gateway ÷ by hand`,
      ]),
      'upstream calls, page of 10 orders',
      'upstream calls, page of 20 orders',
      'upstream calls, page of 100 orders',
    ])
    expect(readdirSync(resultsFolder(small))).toEqual(
      expect.arrayContaining(['gateway-orders.cpuprofile', 'gateway-order.cpuprofile']),
    )
  })

  test('upload', async () => {
    expectFigures(await runUpload(small), [
      'phone photos, size of one',
      'phone photos, plain sharp',
      'phone photos, upload to visible',
      'phone photos, upload to visible ÷ plain sharp',
      'small photos, size of one',
      'small photos, plain sharp',
      'small photos, upload to visible',
      'small photos, upload to visible ÷ plain sharp',
    ])
  })

  test('memory', async () => {
    expectFigures(await runMemory(small), [
      '2 JPEGs, memory over idle',
      '2 progressive JPEGs, memory over idle',
      '2 PNGs of 16 bits with transparency, memory over idle',
      '2 interlaced PNGs, memory over idle',
      '2 interlaced PNGs of 16 bits with transparency, memory over idle',
      '2 HEICs, memory over idle',
      'all kinds together, memory over idle',
    ])
  })

  test('library', async () => {
    expectFigures(await runLibrary(small), [
      'month page of 24 at 1,000 photos',
      'filling up to 1,500 photos',
      'month page of 24 at 1,500 photos',
      'month page of 24 at 2,000 photos',
      'last ÷ first',
      'page of 500 by upload, first',
      'page of 500 by upload, second',
      'page of 500 by upload, number 4',
      'deep ÷ first',
    ])
  })

  test('archives', async () => {
    expectFigures(await runArchives(small), [
      'zip -0',
      'archive',
      'archive ÷ zip -0',
      'memory over idle',
      'archive in the folder, warm',
      'S3 SDK alone',
      'archive in a bucket',
      'archive in a bucket ÷ in the folder',
      'archive in a bucket ÷ S3 SDK alone',
      'archive in a bucket, memory over idle',
      'exported',
      'files of the export',
      'from the request of an export until its photos are assigned to files',
      'copying the same bytes by cat',
      'from the request of an export to READY',
      'processor time of an export',
      'memory during an export, above idle',
      'memory per subscriber of archives (8 sockets, each of a different customer)',
      'from event to client (12/s to 12 sockets), median',
      'from event to client (12/s to 12 sockets), p99',
      'from event to client (12/s to 12 sockets), p99 without a gateway between',
      'from event to client (12 at the same moment), median',
      'from event to client (12 at the same moment), p99',
      'from event to client (12 at the same moment), p99 without a gateway between',
    ])
  })
})

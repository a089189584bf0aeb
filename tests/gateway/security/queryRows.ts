import { shownAccount, viewerFields as accountOfViewer } from './accountRows.ts'
import { imageIdOf } from '../../support/photoLibrary.ts'
import { libraryFields, nodeFields, ownNodes as ownLongWork, shownLongWork, viewerFields } from './longWorkRows.ts'
import {
  libraryFields as catalogueOfLibrary,
  nodeFields as projectFields,
  ownNode as ownProject,
  shownCatalogue,
  viewerFields as catalogueOfViewer,
} from './catalogueRows.ts'
import {
  nodeFields as invoiceFields,
  ownNode as ownInvoice,
  shownInvoices,
  viewerFields as invoicesOfViewer,
} from './invoiceRows.ts'
import {
  nodeFields as customerFields,
  ownBusinessNode,
  ownNodes as ownCustomer,
  shownCustomers,
  viewerFields as customerOfViewer,
} from './customerRows.ts'
import type { Operation } from './operation.ts'
import {
  nodeFields as paymentFields,
  ownNode as ownPaymentMethod,
  shownPayments,
  viewerFields as paymentsOfViewer,
} from './paymentRows.ts'
import {
  ownNodes as ownPurchases,
  nodeFields as purchaseFields,
  shownPurchases,
  viewerFields as purchasesOfViewer,
} from './purchaseRows.ts'
import {
  ownNodes as ownWidgets,
  nodeFields as widgetFields,
  shownWidgets,
  viewerFields as widgetsOfViewer,
} from './widgetRows.ts'

const photoFields = `... on PhotoLibrary { photosCount } ... on PhotoCollection { photosCount }
  ... on Photo { fileName details { cameraMake } } ... on SharedAlbum { participants { email } }`

const whole = (
  who: keyof typeof shownLongWork,
  names: string[],
  albums: string[],
  previous: unknown,
  tempSelection: unknown,
  sharedAlbums: string[] = [],
) => ({
  viewer: {
    email: `${who[0]}@example.com`,
    isBusiness: false,
    ...shownInvoices.private[who],
    ...shownWidgets.private[who],
    ...shownAccount[who],
    ...shownCustomers.private[who],
    ...shownLongWork[who].viewer,
    ...shownPurchases[who],
    ...shownPayments[who],
    ...shownCatalogue[who].viewer,
    library: {
      ...shownLongWork[who].library,
      ...shownCatalogue[who].library,
      photosCount: names.length,
      photos: { edges: names.map((fileName) => ({ node: { fileName } })) },
      neighbours: previous,
      tempSelection,
      albums: { edges: albums.map((name) => ({ node: { name } })) },
      sharedAlbumsCount: sharedAlbums.length,
      sharedAlbums: { edges: sharedAlbums.map((name) => ({ node: { name } })) },
      timeline: {
        months: names.length > 0 ? [{ photos: { edges: names.map((fileName) => ({ node: { fileName } })) } }] : [],
      },
    },
  },
})

/** What the viewer sees with a business account: as with a private one, but with invoices and without online books. */
const ofBusiness = (who: keyof typeof shownInvoices.business, { viewer }: ReturnType<typeof whole>) => ({
  viewer: {
    ...viewer,
    isBusiness: true,
    ...shownInvoices.business[who],
    ...shownWidgets.business[who],
    ...shownCustomers.business[who],
  },
})

const ownPhoto = { fileName: 'IMG_2.jpg', details: { cameraMake: 'Pentacon' } }

const photoNodes = ['photo', 'library', 'month', 'selection', 'album', 'shared'] as const
const longWorkNodes = ['archive', 'export', 'chunk', 'import'] as const
const purchaseNodes = ['order', 'orderLine', 'shipment', 'voucher'] as const
const customerNodes = ['customer', 'address', 'dataFile'] as const
const widgetNodes = ['widget', 'widgetLink', 'galleryEntry'] as const
/** Nodes that only business accounts have. */
const businessNodes = ['invoice', 'businessAccount'] as const
const nodeNames = [
  ...photoNodes,
  ...longWorkNodes,
  ...purchaseNodes,
  'project',
  'paymentMethod',
  ...customerNodes,
  ...widgetNodes,
  ...businessNodes,
] as const
/**
 * Requests nodes with the given fields. Each call names only nodes that have these fields: a document with all fields
 * for each node would be too large.
 */
const nodesWith = (names: readonly string[], fields: string) =>
  names.map((name) => `${name}: node(id: $${name}) { ${fields} }`).join(' ')
const idVariables = nodeNames.map((name) => `$${name}: ID!`).join(', ')
const ownNodes = [
  ownPhoto,
  { photosCount: 2 },
  { photosCount: 2 },
  { photosCount: 1 },
  { photosCount: 2 },
  { photosCount: 2, participants: [{ email: 'c@example.com' }] },
  ...Object.values(ownLongWork),
  ...Object.values(ownPurchases),
  ownProject,
  ownPaymentMethod,
  ...Object.values(ownCustomer),
  ...Object.values(ownWidgets),
  // Only a business account has these nodes.
  null,
  null,
]
/** A business account has no online books. */
const ownNodesOfBusiness = [...ownNodes.slice(0, -5), null, null, null, ownInvoice, ownBusinessNode]
/** Anna's data that Cees can read: the shared album, and the photos in it. */
const nodesOfShared = {
  photo: ownPhoto,
  shared: { photosCount: 2, participants: [{ email: 'c@example.com' }] },
}
const ownLibrary = whole(
  'anna',
  ['IMG_2.jpg', 'IMG_1.jpg'],
  ['Album 2', 'Album 1'],
  { previous: null, next: { fileName: 'IMG_1.jpg' } },
  { photosCount: 1, photos: { edges: [{ node: { fileName: 'IMG_2.jpg' } }] } },
)
const libraryOfBram = whole('bram', ['IMG_9.jpg'], [], null, null)
const noNodes = Object.fromEntries(nodeNames.map((name) => [name, null]))

/** The queries, by root field. */
export const queryOperations: Record<string, Operation> = {
  'Query.viewer': {
    kind: 'query',
    query: `query ($photo: ID!, $selected: String!, $backupId: String!) { viewer { email isBusiness
      ${viewerFields} ${accountOfViewer} ${invoicesOfViewer} ${customerOfViewer} ${purchasesOfViewer} ${catalogueOfViewer}
      ${paymentsOfViewer} ${widgetsOfViewer} library {
      ${libraryFields} ${catalogueOfLibrary}
      photosCount photos(first: 5) { edges { node { fileName } } }
      neighbours(of: $photo) { previous { fileName } next { fileName } }
      tempSelection(id: $selected) { photosCount photos { edges { node { fileName } } } }
      albums { edges { node { name } } } sharedAlbumsCount sharedAlbums { edges { node { name } } }
      timeline { months { photos(first: 5) { edges { node { fileName } } } } }
    } } }`,
    own: ownLibrary,
    ofBram: libraryOfBram,
    ownOfBusiness: ofBusiness('anna', ownLibrary),
    ofBramsBusiness: ofBusiness('bram', libraryOfBram),
    ofCees: whole('cees', [], [], null, null, ['Album 2']),
    anonymous: { data: { viewer: null }, codes: [] },
  },
  'Query.node': {
    kind: 'query',
    query: `query (${idVariables}) {
      ${nodesWith(photoNodes, photoFields)} ${nodesWith(longWorkNodes, nodeFields)}
      ${nodesWith(purchaseNodes, purchaseFields)} ${nodesWith(['project'], projectFields)}
      ${nodesWith(['paymentMethod'], paymentFields)}
      ${nodesWith(['invoice'], invoiceFields)}
      ${nodesWith(widgetNodes, widgetFields)}
      ${nodesWith([...customerNodes, 'businessAccount'], customerFields)} }`,
    own: Object.fromEntries(nodeNames.map((name, index) => [name, ownNodes[index]])),
    ownOfBusiness: Object.fromEntries(nodeNames.map((name, index) => [name, ownNodesOfBusiness[index]])),
    ofBram: noNodes,
    ofCees: { ...noNodes, ...nodesOfShared },
    anonymous: { data: noNodes, codes: [] },
  },
  'Query.addressedNode': {
    kind: 'query',
    query: `query ($backupId: String!) {
      photo: addressedNode(type: PHOTO, id: "${imageIdOf(2)}") { ... on Photo { fileName } }
      export: addressedNode(type: EXPORT, id: $backupId) { ... on Export { status } }
    }`,
    own: { photo: { fileName: 'IMG_2.jpg' }, export: { status: 'READY' } },
    ofBram: { photo: null, export: null },
    ofCees: { photo: { fileName: 'IMG_2.jpg' }, export: null },
    anonymous: { data: { photo: null, export: null }, codes: [] },
  },
  'Query.nodes': {
    kind: 'query',
    query: `query (${idVariables}) { nodes(ids: [${nodeNames.map((name) => `$${name}`).join(', ')}]) {
      ${photoFields} ${nodeFields} ${purchaseFields} ${projectFields} ${invoiceFields} ${paymentFields}
      ${customerFields} ${widgetFields} } }`,
    own: { nodes: ownNodes },
    ownOfBusiness: { nodes: ownNodesOfBusiness },
    ofBram: { nodes: nodeNames.map(() => null) },
    ofCees: { nodes: Object.values({ ...noNodes, ...nodesOfShared }) },
    anonymous: { data: { nodes: nodeNames.map(() => null) }, codes: [] },
  },
  'Query.site': {
    kind: 'query',
    query: '{ site { name } }',
    own: { site: { name: 'Keepsake' } },
    ofBram: { site: { name: 'Keepsake' } },
    ofCees: { site: { name: 'Keepsake' } },
    anonymous: { data: { site: { name: 'Keepsake' } }, codes: [] },
  },
}

import type { PostalAddress } from '../platform/postalAddress.ts'
import type { DeliveryType } from './states.ts'

/** A product of demo orders, as the products service describes it. `price` is in cents with VAT. */
interface DemoProduct {
  readonly code: string
  readonly variant: string
  readonly article: string
  readonly title: string
  readonly price: number
  readonly maximumItems: number
}

export const demoProducts: readonly [DemoProduct, ...DemoProduct[]] = [
  {
    code: 'PAP_910',
    variant: '10X15',
    article: 'PhotoPrint',
    title: 'Photo prints 10 × 15 cm',
    price: 19,
    maximumItems: 60,
  },
  {
    code: 'PAP_370',
    variant: '30X21',
    article: 'PhotoBook',
    title: 'Photo book A4 landscape',
    price: 3_495,
    maximumItems: 2,
  },
  {
    code: 'PAP_371',
    variant: '21X21',
    article: 'PhotoBook',
    title: 'Square photo book 21 × 21 cm',
    price: 2_495,
    maximumItems: 3,
  },
  {
    code: 'PAP_450',
    variant: '60X40',
    article: 'WallPicture',
    title: 'Canvas 60 × 40 cm',
    price: 4_495,
    maximumItems: 2,
  },
  {
    code: 'PAP_810',
    variant: '30X42',
    article: 'Calendar',
    title: 'Wall calendar 30 × 42 cm',
    price: 2_795,
    maximumItems: 4,
  },
  { code: 'PAP_710', variant: 'STANDARD', article: 'Mug', title: 'Photo mug', price: 1_195, maximumItems: 6 },
  {
    code: 'PAP_620',
    variant: '10X15',
    article: 'Card',
    title: 'Folded cards 10 × 15 cm',
    price: 1_490,
    maximumItems: 3,
  },
  {
    code: 'PAP_451',
    variant: '75X50',
    article: 'WallPicture',
    title: 'Poster 75 × 50 cm',
    price: 1_995,
    maximumItems: 2,
  },
]

const empty = { organization: null, addition: null, region: null, phone: null } as const

export const demoBusinessAddress: PostalAddress = {
  ...empty,
  country: 'NL',
  name: 'Nora Bakker',
  organization: 'Studio Nord',
  street: 'Keizersgracht',
  houseNumber: '100',
  postalCode: '1015 AA',
  city: 'Amsterdam',
}

export const demoAddresses: Readonly<Record<DeliveryType, PostalAddress>> = {
  Home: {
    ...empty,
    country: 'NL',
    name: 'Anna de Wit',
    street: 'Lindengracht',
    houseNumber: '12',
    postalCode: '1015 KH',
    city: 'Amsterdam',
  },
  PickupPoint: {
    ...empty,
    country: 'NL',
    name: 'Anna de Wit',
    organization: 'Boekhandel De Brug',
    street: 'Haarlemmerdijk',
    houseNumber: '48',
    postalCode: '1013 JE',
    city: 'Amsterdam',
  },
}

/** A profile in a test, as our own service sends it. A retailer's own service may send less. */
export interface FakeProfile {
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly phone?: string | null
  readonly dateOfBirth?: string | null
  readonly locale?: string | null
  readonly company?: string | null
  readonly vatId?: string | null
  readonly registrationNumber?: string | null
  readonly businessAccountStatus?: string | null
  readonly callbackUrl?: string | null
  readonly callbackFormat?: string | null
  readonly version?: number
  /** A field that the gateway does not know. */
  readonly loyaltyPoints?: number
}

/** An address in a test. */
export interface FakeAddress {
  readonly id: string
  readonly country: string
  readonly name?: string | null
  readonly street: string
  readonly houseNumber?: string | null
  readonly postalCode?: string | null
  readonly city: string
  readonly isDefault?: boolean
  readonly version?: number
}

/** The profile and the address book of one customer. */
export class CustomerRecord {
  /** Null: the account is deleted. */
  profile: FakeProfile | null = { firstName: 'Anna', version: 1, loyaltyPoints: 7 }
  addresses: FakeAddress[] = []
  /** The deleted addresses that can be restored. */
  deleted: FakeAddress[] = []

  /** Adds an address, with the next free number as its id. */
  add(address: Omit<FakeAddress, 'id'>): FakeAddress {
    const number = this.addresses.length + this.deleted.length + 101
    const added = { ...address, id: addressIdOf(number), version: 1 }
    this.addresses.push(added)
    return added
  }

  /** @returns false if there is no such address */
  change(id: string, changes: Partial<FakeAddress>): boolean {
    const isKnown = this.addresses.some((one) => one.id === id)
    this.addresses = this.addresses.map((one) => (one.id === id ? { ...one, ...changes, id } : one))
    return isKnown
  }

  /** @returns false if there is no such address */
  setDefault(id: string): boolean {
    if (!this.addresses.some((one) => one.id === id)) return false
    this.addresses = this.addresses.map((one) => ({ ...one, isDefault: one.id === id }))
    return true
  }

  /** @returns false if there is no such address */
  delete(id: string): boolean {
    const address = this.addresses.find((one) => one.id === id)
    if (!address) return this.deleted.some((one) => one.id === id)
    this.addresses = this.addresses.filter((one) => one !== address)
    this.deleted.push(address)
    return true
  }

  /** @returns false if there is no such address */
  restore(id: string): boolean {
    const address = this.deleted.find((one) => one.id === id)
    if (!address) return this.addresses.some((one) => one.id === id)
    this.deleted = this.deleted.filter((one) => one !== address)
    this.addresses.push(address)
    return true
  }
}

/** The id of the address with this number. */
export function addressIdOf(number: number): string {
  return `018f3c1a-7777-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** Builds the address with this number. Contract tests recognize it by its `name`. */
export function buildAddress(number: number, own: Partial<FakeAddress> = {}): FakeAddress {
  return {
    id: addressIdOf(number),
    country: 'NL',
    name: `IMG_${number}.jpg`,
    street: 'Lindengracht',
    houseNumber: '12',
    postalCode: '1015 KH',
    city: 'Amsterdam',
    isDefault: false,
    version: 1,
    ...own,
  }
}

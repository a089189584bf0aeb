import type { AddressFormField } from '../../../schema/rules/addressForms.ts'
import type { Connection, Edge } from '../../relay/connection.ts'
import type { WireAddress } from '../../upstream/customers/wire.ts'

/** The source object of the `Address` resolvers. */
export type AddressModel = WireAddress

/** A page of the address book, with the number of all addresses and the maximum number. */
export interface AddressConnectionModel extends Connection<AddressModel> {
  readonly totalCount: number
  readonly limit: number | null
}

/** An address in a page. */
export type AddressEdgeModel = Edge<AddressModel>

/** The source object of the `PostalAddress` resolvers. */
export type PostalAddressModel = Omit<WireAddress, 'id' | 'isDefault' | 'version'>

/** The source object of the `AddressForm` resolvers. */
export interface AddressFormModel {
  readonly country: string
  readonly isKnown: boolean
  readonly fields: readonly AddressFormFieldModel[]
}

/** The source object of the `AddressFormField` resolvers. */
export type AddressFormFieldModel = AddressFormField

/** The source object of the `AddAddressSuccess` resolvers. A resolver loads the field `customer` if it is selected. */
export interface AddAddressSuccessModel {
  readonly address: AddressModel
}

/** The source object of the `DeleteAddressSuccess` resolvers. */
export interface DeleteAddressSuccessModel {
  readonly deletedAddressId: string
  readonly canRestore: boolean
}

/** The source object of the `RestoreAddressSuccess` resolvers. */
export type RestoreAddressSuccessModel = AddAddressSuccessModel

/** The source object of the `SetDefaultAddressSuccess` resolvers. */
export type SetDefaultAddressSuccessModel = AddAddressSuccessModel

import type { WireCallbackTest, WireCustomer, WireDataFile } from '../../upstream/customers/wire.ts'

/** The source object of the `Customer` resolvers. */
export type CustomerModel = WireCustomer

/** The source object of the `BusinessAccount` resolvers: the profile of a customer with a business account. */
export type BusinessAccountModel = WireCustomer

/** The source object of the `CallbackTest` resolvers. */
export type CallbackTestModel = WireCallbackTest

/** The source object of the `DataFile` resolvers. */
export type DataFileModel = WireDataFile

import { describeAddressBook } from './customers/addressBook.ts'
import { describeDataDownload } from './customers/dataDownload.ts'
import { describeProfiles } from './customers/profiles.ts'
import { setUpRealCustomers } from './customers/realCustomers.ts'

// All suites share one gateway and the services, because starting them takes longer than most tests.
const real = setUpRealCustomers()

describeProfiles(real)
describeAddressBook(real)
describeDataDownload(real)

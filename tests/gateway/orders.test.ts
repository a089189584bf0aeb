import { describeAddressChange, describeReorder } from './orders/changing.ts'
import { describeEvents } from './orders/events.ts'
import { describeInvoices } from './orders/invoices.ts'
import { describeLists } from './orders/lists.ts'
import { describeReading } from './orders/reading.ts'
import { setUpRealOrders } from './orders/realOrders.ts'
import { describeWidgets } from './orders/widgets.ts'

// All suites share one gateway and its services, because starting them takes longer than most tests.
const real = setUpRealOrders()

describeReading(real)
describeLists(real)
describeAddressChange(real)
describeReorder(real)
describeEvents(real)
describeInvoices(real)
describeWidgets(real)

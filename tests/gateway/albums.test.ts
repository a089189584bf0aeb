import { describeAuthorization } from './albums/authorization.ts'
import { describeChanging } from './albums/changing.ts'
import { describeLostAnswers } from './albums/lostAnswers.ts'
import { describeReading } from './albums/reading.ts'
import { setUpRealAlbums } from './albums/realAlbums.ts'

// All suites share one gateway and one photos service, because starting them takes longer than most tests.
const real = setUpRealAlbums()

describeReading(real)
describeChanging(real)
describeLostAnswers(real)
describeAuthorization(real)

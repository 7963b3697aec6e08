import { root } from '../workspace'
import { contractComplaint, RECORD } from './host-bump'
import { presentContract, recordContract, recordedContract } from './host-contract'

/** Records the host contract of the sources, unless their version is not the one that the change needs. */
const present = presentContract(root)
const complaint = contractComplaint(recordedContract(root), present)
if (complaint?.includes('bump is needed')) {
  process.stderr.write(`${complaint.replace(`, then run: ${RECORD}`, '')}\n`)
  process.exitCode = 1
} else {
  recordContract(root, present)
  process.stdout.write(`recorded host contract ${present.version}\n`)
}

import type { Command } from '../command.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check configuration, remotes, credentials, disk, clock and versions, and advise.',
  operands: [{ name: 'FILE', description: 'Configuration file (default: gitglot.yml)' }],
  options: [],
  examples: [
    { line: 'gitglot doctor', meaning: 'Check what gitglot.yml in the current folder needs.' },
    {
      line: 'gitglot doctor /etc/gitglot/gitglot.yml',
      meaning: 'Check another file; the exit code is 1 if something is wrong.',
    },
  ],
  async run({ operands: [file = 'gitglot.yml'] }) {
    const { runDoctor } = await import('../doctor/doctor.ts')
    return runDoctor(file, process.env)
  },
}

// Errors in the user's input: a wrong spec, board or record. The message is one line that names the value,
// the place and the remedy; programs print it without a stack and exit with status 2.

export class InputError extends Error {
  override readonly name = 'InputError';
}

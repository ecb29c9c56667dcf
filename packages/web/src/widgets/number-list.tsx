// Numbers with their names, one per line.

export type NumberRow = readonly [name: string, value: string];

export function NumberList({ rows }: { rows: readonly NumberRow[] }) {
  return (
    <dl class="numbers">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

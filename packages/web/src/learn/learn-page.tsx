export function LearnPage() {
  return (
    <main class="page">
      <h1>Learn</h1>
    </main>
  );
}

/** Product logo: two voices under one arc. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <g fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round">
        <path d="M8 20.500a8 8 0 0 1 16 0" />
        <path d="M12.500 20.500a3.500 3.500 0 0 1 7 0" />
      </g>
    </svg>
  );
}

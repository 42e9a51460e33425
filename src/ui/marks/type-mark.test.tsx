import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { IconMark, TypeMark } from './type-mark.tsx';

it('stands beside a name, and says nothing itself', () => {
  const { container } = render(
    <p>
      <TypeMark type="Kubernetes::Pod" />
      <TypeMark type="Acme::RocketEngine" />
      <IconMark name="http" />
      <TypeMark type={null} />
      <IconMark name="" />
      Its name
    </p>,
  );
  const marks = [...container.querySelectorAll('.type-mark')];
  expect(marks.map((mark) => mark.className)).toEqual([
    'type-mark type-mark-k8s-pod',
    'type-mark',
    'type-mark type-mark-globe',
  ]);
  expect(marks.map((mark) => mark.getAttribute('data-letters'))).toEqual([null, 'RE', null]);
  expect(marks.filter((mark) => mark.getAttribute('aria-hidden') !== 'true')).toEqual([]);
  expect(container.textContent).toBe('Its name');
});

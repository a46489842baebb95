import { StepNumber } from '#kit/step-number.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { Drawing } from './drawing.tsx';

export function HowItWorks() {
  const { returns, city } = useShop();
  const back = returns.days > 0 ? `, or send it back within ${returns.days} days` : '';
  const steps = [
    {
      drawing: 'how-find',
      title: 'Find your part',
      text: 'Search by number or name, or choose your car. Each part lists the vehicles it fits.',
    },
    {
      drawing: 'how-check',
      title: 'We check it and ship it',
      text: `Used parts are checked and graded. We pack your order in ${city}.`,
    },
    {
      drawing: 'how-fit',
      title: 'Fit it',
      text: `Bolt it on${back}. Call us if you get stuck.`,
    },
  ] as const;
  return (
    <section id="how">
      <h2>How it works</h2>
      <ol className="mt-4 grid gap-x-6 gap-y-6 sm:grid-cols-3">
        {steps.map(({ drawing, title, text }, index) => (
          <li key={drawing} className="how-step">
            <Drawing name={drawing} width={240} height={120} className="how-drawing" />
            <div>
              <h3 className="flex items-start gap-2.5">
                <StepNumber>{index + 1}</StepNumber> {title}
              </h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

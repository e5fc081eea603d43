import click

from rota.plan import plan


@click.command()
@click.argument("people", type=click.File())
@click.argument("start")
@click.option("--weeks", default=4)
def main(people, start, weeks):
    names = [line.strip() for line in people if line.strip()]
    for day, name in plan(names, start, weeks):
        click.echo(f"{day:%Y-%m-%d}  {name}")


main()

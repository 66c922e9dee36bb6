"""Made-up facts of invoices and bank slips: the same seed, the same facts. Sums and check digits are right."""

import datetime as dt
import random
from dataclasses import dataclass, field
from pathlib import Path

import yaml

WORDS = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text(encoding="utf-8"))


def digit11(digits: str, weights: range) -> int:
    """The check digit of module 11, weights repeated from the right."""
    weights = list(weights)
    rest = sum(int(d) * weights[i % len(weights)] for i, d in enumerate(reversed(digits))) % 11
    return 0 if rest < 2 else 11 - rest


def cpf(r: random.Random) -> str:
    n = "".join(r.choices("0123456789", k=9))
    for _ in range(2):
        n += str(digit11(n, range(2, 12)))
    return n


def cnpj(r: random.Random) -> str:
    n = "".join(r.choices("0123456789", k=8)) + f"{r.choice([1, 1, 1, 2, 15]):04d}"
    for _ in range(2):
        n += str(digit11(n, range(2, 10)))
    return n


@dataclass
class Party:
    name: str
    number: str  # CPF or CNPJ
    street: str
    house: str
    extra: str
    district: str
    town: str
    uf: str
    ibge: str
    cep: str
    ie: str
    phone: str


@dataclass
class Item:
    code: str
    name: str
    ncm: str
    cst: str
    cfop: str
    unit: str
    quantity: float
    price: float
    total: float
    base: float = 0.0
    icms: float = 0.0
    rate: float = 0.0
    base_st: float = 0.0
    st: float = 0.0
    ipi: float = 0.0
    ipi_rate: float = 0.0
    note: str = ""


@dataclass
class Invoice:
    key: str
    number: int
    series: int
    nature: str
    out: bool
    issued: dt.datetime
    left: dt.datetime
    protocol: str
    issuer: Party
    recipient: Party
    carrier: Party | None
    freight_by: str
    items: list[Item]
    freight: float
    insurance: float
    discount: float
    other: float
    total: float
    instalments: list[tuple[str, dt.date, float]]
    volumes: int
    weight: float
    note: str
    simples: bool
    landscape: bool

    def sum(self, name: str) -> float:
        return round(sum((getattr(i, name) for i in self.items), 0.0), 2)


@dataclass
class Slip:
    payee: Party
    payer: Party
    amount: float
    due: dt.date
    issued: dt.date
    processed: dt.date
    number: str
    species: str
    accepted: bool
    place: str
    instructions: list[str] = field(default_factory=list)
    bank_digits: str = ""  # digits from which agency, account and so on are taken


@dataclass
class Service:
    provider: Party
    taker: Party
    what: str
    amount: float
    rate: float
    issued: dt.date
    number: str
    medical: bool


class Maker:
    def __init__(self, seed: str):
        self.r = random.Random(seed)

    def pick(self, key: str):
        return self.r.choice(WORDS[key])

    def digits(self, n: int) -> str:
        return self.r.choice("123456789") + "".join(self.r.choices("0123456789", k=n - 1))

    def person_name(self) -> str:
        names = [self.pick("given"), self.pick("second"), *self.r.sample(WORDS["surname"], self.r.choice([1, 2, 2, 3]))]
        return " ".join(n for n in names if n).replace(" e Silva ", " Silva ")

    def company_name(self, long: bool = False) -> str:
        name = f"{self.pick('company')} {self.pick('trade')}"
        if long:
            name += f" e {self.pick('trade')}"
        name += " " + self.pick("form")
        return name.upper() if self.r.random() < 0.5 else name

    def party(self, person: bool = False, long: bool = False) -> Party:
        r = self.r
        town, uf, ibge, cep = self.pick("town")
        return Party(
            name=self.person_name() if person else self.company_name(long),
            number=cpf(r) if person else cnpj(r),
            street=f"{self.pick('street')} {self.pick('road')}",
            house=r.choice([str(r.randint(1, 4200)), str(r.randint(1, 990)), "S/N"]),
            extra=self.pick("extra"),
            district=self.pick("district"),
            town=town,
            uf=uf,
            ibge=ibge,
            cep=cep + "".join(r.choices("0123456789", k=8 - len(cep))),
            ie="" if person else self.digits(r.choice([8, 9, 12])),
            phone=r.choice(["", self.digits(2).replace("0", "1") + "3" + self.digits(7)]),
        )

    def item(self, simples: bool, rate: float, st: bool, ipi: bool, same_state: bool, out: bool) -> Item:
        r = self.r
        price = round(r.choice([r.uniform(0.4, 9), r.uniform(5, 90), r.uniform(50, 1500), r.uniform(900, 26_000)]), r.choice([2, 2, 2, 4]))
        quantity = float(r.choice([1, 1, 2, r.randint(1, 24), r.randint(10, 600), round(r.uniform(0.3, 80), 3)]))
        name = " ".join(x for x in (self.pick("product"), self.pick("of"), self.pick("size")) if x)
        total = max(0.01, round(quantity * price, 2))
        it = Item(
            code=r.choice(
                [
                    self.digits(r.randint(2, 7)),
                    f"{r.choice('ABCKPRT')}{self.digits(4)}",
                    f"{self.digits(3)}.{self.digits(2)}-{r.randint(0, 9)}",
                    "789" + self.digits(10),
                    f"{r.choice('XYZ')}{r.choice('LMN')}-{self.digits(3)}/{r.randint(1, 9)}",
                ]
            ),
            name=name.upper() if r.random() < 0.6 else name,
            ncm=self.pick("ncm"),
            cst=r.choice("0001") + (r.choice(["102", "101", "500"]) if simples else "10" if st else r.choice(["00", "00", "20", "40", "41", "60"])),
            cfop=(
                ("5" if same_state else "6") + r.choice(["102", "101", "405", "403", "949"])
                if out
                else ("1" if same_state else "2") + r.choice(["202", "102", "915"])
            ),
            unit=self.pick("unit"),
            quantity=quantity,
            price=price,
            total=total,
        )
        if not simples and it.cst[1:] in ("00", "10", "20"):
            it.rate, it.base = rate, round(total * (0.6 if it.cst[1:] == "20" else 1), 2)
            it.icms = round(it.base * rate / 100, 2)
        if st:
            it.base_st = round(total * 1.35, 2)
            it.st = max(0.0, round(it.base_st * rate / 100 - it.icms, 2))
        if ipi:
            it.ipi_rate = r.choice([5.0, 3.25, 10.0])
            it.ipi = round(total * it.ipi_rate / 100, 2)
        return it

    def sentence(self, text: str) -> str:
        r = self.r
        return text.format(
            n=self.digits(4), m=f"{r.uniform(2, 900):.2f}".replace(".", ","), p=f"{r.uniform(8, 38):.2f}".replace(".", ","), name=self.person_name()
        )

    def invoice(self) -> Invoice:
        r = self.r
        issuer, recipient = self.party(long=r.random() < 0.2), self.party(person=r.random() < 0.3, long=r.random() < 0.2)
        simples, same, out = r.random() < 0.25, issuer.uf == recipient.uf, r.random() < 0.85
        st, ipi = not simples and r.random() < 0.25, not simples and r.random() < 0.35
        rate = r.choice([18.0, 12.0, 17.0, 20.5]) if same else r.choice([12.0, 7.0, 4.0])
        items = [
            self.item(simples, rate, st and r.random() < 0.6, ipi and r.random() < 0.8, same, out)
            for _ in range(r.choice([1, 1, 2, 3, 4, 6, 9, 14, 25, 48]))
        ]
        if r.random() < 0.15:
            for it in items[:: r.choice([2, 3])]:
                it.note = r.choice(
                    [f"Lote {self.digits(6)} val. 12/2027", f"Nº de série {self.digits(8)}", f"Pedido {self.digits(5)} item {r.randint(1, 40)}"]
                )
        issued = dt.datetime(2024, 1, 5) + dt.timedelta(days=r.randint(0, 1040), seconds=r.randint(28_000, 68_000))
        number, series = r.choice([r.randint(1, 999), r.randint(1000, 999_999), r.randint(10**6, 9 * 10**7)]), r.choice([1, 1, 1, 2, 10, 890])
        body = f"{issuer.ibge[:2]}{issued:%y%m}{issuer.number}55{series:03d}{number:09d}1{self.digits(8)}"
        money = lambda low, high, p: round(r.uniform(low, high), 2) if r.random() < p else 0.0
        by = r.choice(["0", "1", "2", "3", "4", "9", "9"])
        note = [self.sentence(t) for t in r.sample(WORDS["note"], r.choice([0, 1, 2, 3, 5]))]
        n = Invoice(
            key=body + str(digit11(body, range(2, 10))),
            number=number,
            series=series,
            nature=self.pick("nature"),
            out=out,
            issued=issued,
            left=issued + dt.timedelta(days=r.choice([0, 0, 1, 2])),
            protocol=f"1{issuer.ibge[:2]}{issued:%y}{self.digits(10)}",
            issuer=issuer,
            recipient=recipient,
            carrier=None if by == "9" or r.random() < 0.2 else self.party(),
            freight_by=by,
            items=items,
            freight=money(8, 950, 0.4),
            insurance=money(3, 60, 0.2),
            discount=0.0,
            other=money(2, 80, 0.2),
            total=0.0,
            instalments=[],
            volumes=r.randint(1, 60),
            weight=round(r.uniform(0.4, 1900), 3),
            note=" ".join(note),
            simples=simples,
            landscape=r.random() < 0.2,
        )
        if r.random() < 0.3:
            n.discount = round(n.sum("total") * r.choice([0.01, 0.05]), 2)
        n.total = round(n.sum("total") + n.freight + n.insurance + n.other - n.discount + n.sum("st") + n.sum("ipi"), 2)
        k = r.choice([0, 0, 1, 2, 3, 4, 6, 10])
        each = round(n.total / k, 2) if k else 0
        days = r.choice([28, 30, 15, 7])
        n.instalments = [
            (f"{i + 1:03d}", (issued + dt.timedelta(days=days * (i + 1))).date(), each if i < k - 1 else round(n.total - each * (k - 1), 2))
            for i in range(k)
        ]
        return n

    def slip(self) -> Slip:
        r = self.r
        issued = dt.date(2019, 1, 2) + dt.timedelta(days=r.randint(0, 1700))
        return Slip(
            payee=self.party(long=r.random() < 0.2),
            payer=self.party(person=r.random() < 0.6),
            amount=round(r.choice([r.uniform(8, 99), r.uniform(90, 2500), r.uniform(2000, 98_000)]), 2),
            due=issued + dt.timedelta(days=r.randint(5, 90)),  # before 22 February 2025, where the day counter of the bars starts anew
            issued=issued,
            processed=issued + dt.timedelta(days=r.choice([0, 0, 1, 3])),
            number=self.digits(r.randint(3, 9)),
            species=self.pick("species"),
            accepted=r.random() < 0.2,
            place=self.pick("place"),
            instructions=[self.sentence(t) for t in r.sample(WORDS["instruction"], r.choice([1, 2, 3, 4]))],
            bank_digits=self.digits(24),
        )

    def service(self, medical: bool = False) -> Service:
        r = self.r
        provider, taker = self.party(), self.party(person=medical or r.random() < 0.3)
        if medical:
            provider.name = f"{self.pick('clinic')} {r.choice(['Ltda', 'LTDA ME', 'S/S', 'EIRELI'])}"
        return Service(
            provider=provider,
            taker=taker,
            what=self.pick("care" if medical else "service"),
            amount=round(r.uniform(90, 24_000), 2),
            rate=r.choice([2.0, 3.5, 5.0]),
            issued=dt.date(2025, 1, 2) + dt.timedelta(days=r.randint(0, 680)),
            number=self.digits(r.randint(2, 6)),
            medical=medical,
        )

    def treatment(self) -> Service:
        return self.service(medical=True)

%{
#include <ctype.h>
#include <stdio.h>

int yylex(void);
void yyerror(const char *message) { fprintf(stderr, "%s\n", message); }
%}

%token NUMBER
%left '+' '-'
%left '*' '/'

%%

lines: /* empty */ | lines line;
line: '\n' | sum '\n' { printf("%d\n", $1); };
sum: NUMBER
   | sum '+' sum { $$ = $1 + $3; }
   | sum '-' sum { $$ = $1 - $3; }
   | sum '*' sum { $$ = $1 * $3; }
   | '(' sum ')' { $$ = $2; }
   ;

%%

int yylex(void)
{
    int c = getchar();

    while (c == ' ')
        c = getchar();
    if (isdigit(c)) {
        yylval = 0;
        for (; isdigit(c); c = getchar())
            yylval = yylval * 10 + c - '0';
        ungetc(c, stdin);
        return NUMBER;
    }
    return c == EOF ? 0 : c;
}

int main(void) { return yyparse(); }

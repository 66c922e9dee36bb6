package reader
import ("testing";"os";"strings";"context")
func BenchmarkAll(b *testing.B){ e:=engine(b,Config{}); x,_:=os.ReadFile("/tmp/read/textlist"); fs:=strings.Fields(string(x)); n:=0
 for b.Loop(){ for _,f:=range fs { e.Read(context.Background(),f,Options{}); n++ } }
 b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n),"us/doc") }

package raster

import "image"

// Sharpened gives an image whose edges are as steep as before it was a little out of focus:
// each pixel moves away from the mean around it, half as far again as it is from it.
func Sharpened(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	var rows [5][]int32 // around the one drawn, weighed along
	for i := range rows {
		rows[i] = make([]int32, w)
	}
	for y := range min(2, h) {
		weigh(src, y, rows[y])
	}
	row := func(y int) []int32 { return rows[min(max(y, 0), h-1)%5][:w] }
	for y := range h {
		if y+2 < h {
			weigh(src, y+2, rows[(y+2)%5])
		}
		a, b, c, d, e := row(y-2), row(y-1), row(y), row(y+1), row(y+2)
		from, to := src.Pix[y*src.Stride:][:w], dst.Pix[y*dst.Stride:][:w]
		for x, v := range from {
			around := a[x] + e[x] + 4*(b[x]+d[x]) + 6*c[x] // 256 times their mean
			to[x] = uint8(min(max((5*256*int32(v)-3*around+256)>>9, 0), 255))
		}
	}
	return dst
}

// weigh sums the five pixels around each of a row as binomials do, to 16 times their mean.
func weigh(img *image.Gray, y int, out []int32) {
	row := img.Pix[y*img.Stride:][:len(out)]
	last := len(row) - 1
	at := func(x int) int32 { return int32(row[min(max(x, 0), last)]) }
	edge := func(x int) { out[x] = at(x-2) + at(x+2) + 4*(at(x-1)+at(x+1)) + 6*at(x) }
	for x := 2; x < last-1; x++ {
		out[x] = int32(row[x-2]) + int32(row[x+2]) + 4*(int32(row[x-1])+int32(row[x+1])) + 6*int32(row[x])
	}
	for x := range min(2, len(row)) {
		edge(x)
		edge(last - x)
	}
}
